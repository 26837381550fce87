// What the verifier uses of bls12-381.js, for tsc. Throws for bytes that are no point of the right subgroup.
interface Point { toBytes(compressed: boolean): Uint8Array; is0(): boolean }
export interface Points { fromBytes(bytes: Uint8Array): Point }
export const bls12_381: {
  G1: { Point: Points }; G2: { Point: Points };
  shortSignatures: { hash(message: Uint8Array, tag: string): Point; verify(signature: Point, message: Point, key: Point): boolean };
};
