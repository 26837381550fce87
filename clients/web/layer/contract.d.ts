// The contract's messages that the layer names. The kit has them of its own generated code
// (clients/typescript/build.mjs).
export type LegalInstead = turnledger.LegalInstead;
export type Tokens = turnledger.Tokens;
