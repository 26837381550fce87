// What the verifier uses of ml-dsa.js, for tsc.
export const ml_dsa44: { verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean };
