// The part of ml-dsa.js that the verifier uses, for tsc.
export const ml_dsa44: { verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean };
