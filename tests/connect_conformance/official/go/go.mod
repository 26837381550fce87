module turnledger.example/official

go 1.25.0

require (
	connectrpc.com/connect v1.20.0
	github.com/turnledger/turnledger-go v0.1.0
	google.golang.org/genproto/googleapis/rpc v0.0.0-20250804133106-a7a43d27e69b
	google.golang.org/grpc v1.75.0
	google.golang.org/protobuf v1.36.11
)

require (
	golang.org/x/net v0.41.0 // indirect
	golang.org/x/sys v0.33.0 // indirect
	golang.org/x/text v0.26.0 // indirect
)

replace github.com/turnledger/turnledger-go => ../../../../clients/go
