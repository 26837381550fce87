// The part of bls12-381.js that the verifier uses, for tsc. Throws for bytes that are not a point of the right subgroup.
interface Point { toBytes(compressed: boolean): Uint8Array; is0(): boolean }
export interface Points { fromBytes(bytes: Uint8Array): Point }
export const bls12_381: {
  G1: { Point: Points }; G2: { Point: Points };
  shortSignatures: { hash(message: Uint8Array, tag: string): Point; verify(signature: Point, message: Point, key: Point): boolean };
};
