package turnledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

// Sent is what became of a request that an earlier program sent, or was about to send.
type Sent struct {
	// Procedure is the method, "/turnledger.v1.Play/Submit".
	Procedure string
	Request   proto.Message
	// Response is nil where Err is not.
	Response proto.Message
	Err      error
}

// SendPending sends again what the store says was never answered, the same bytes with the same request id. Each has
// happened once afterwards, or was refused for good; what still finds no answer stays for the next time. The one that
// was given first goes first.
func (c *Client) SendPending(ctx context.Context) ([]Sent, error) {
	all, err := c.layer.pending.all()
	if err != nil {
		return nil, err
	}
	keys := make([]string, 0, len(all))
	for key := range all {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(one, other string) int { return cmp.Compare(all[one].At, all[other].At) })
	sent := make([]Sent, 0, len(keys))
	for _, key := range keys {
		one, err := c.sendAgain(ctx, all[key])
		if err != nil {
			return sent, err
		}
		sent = append(sent, one)
	}
	return sent, nil
}

func (c *Client) sendAgain(ctx context.Context, stored pendingRequest) (Sent, error) {
	name := strings.ReplaceAll(strings.TrimPrefix(stored.Procedure, "/"), "/", ".")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return Sent{}, err
	}
	method, ok := found.(protoreflect.MethodDescriptor)
	if !ok {
		return Sent{}, fmt.Errorf("%s is no method", stored.Procedure)
	}
	request, err := decoded(method.Input(), stored.Message)
	if err != nil {
		return Sent{}, err
	}
	sent := Sent{Procedure: stored.Procedure, Request: request}
	answer, err := c.call(ctx, method, stored)
	if err != nil {
		sent.Err = err
		return sent, nil
	}
	if sent.Response, err = decoded(method.Output(), answer); err != nil {
		return sent, err
	}
	return sent, c.layer.learn(request, sent.Response)
}

// call makes a call of any method, through the layer.
func (c *Client) call(
	ctx context.Context, method protoreflect.MethodDescriptor, stored pendingRequest,
) ([]byte, error) {
	schema := connect.WithSchema(method)
	typed := connect.WithResponseInitializer(func(_ connect.Spec, message any) error {
		if message, ok := message.(*dynamicpb.Message); ok {
			*message = *dynamicpb.NewMessage(method.Output())
		}
		return nil
	})
	options := append(c.options(), schema, typed)
	ask := connect.NewClient[dynamicpb.Message, dynamicpb.Message](c.http, c.baseURL+stored.Procedure, options...)
	request := dynamicpb.NewMessage(method.Input())
	if err := proto.Unmarshal(stored.Message, request); err != nil {
		return nil, err
	}
	answer, err := ask.CallUnary(ctx, connect.NewRequest(request))
	if err != nil {
		return nil, err
	}
	return proto.Marshal(answer.Msg)
}

// decoded is a message of its generated type.
func decoded(of protoreflect.MessageDescriptor, bytes []byte) (proto.Message, error) {
	kind, err := protoregistry.GlobalTypes.FindMessageByName(of.FullName())
	if err != nil {
		return nil, err
	}
	message := kind.New().Interface()
	return message, proto.Unmarshal(bytes, message)
}
