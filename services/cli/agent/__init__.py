"""The MCP server of `turnledger mcp`: tools with which a language model plays as one account."""
