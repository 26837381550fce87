package turnledger

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

// Error is what a server, or something on the way to it, said instead of an answer. Get it with [errors.As].
type Error struct {
	// Code is that of Connect and gRPC.
	Code connect.Code
	// Reason is a code to switch on: BID_NOT_HIGHER, VERSION_CONFLICT. Empty where the error is not the server's own.
	Reason string
	// Message is for the developer.
	Message string
	// Says is for the person, in the language of the client; empty where the server says nothing.
	Says string
	// Facts are the figures, as texts.
	Facts map[string]string
	// Rule is the rule that refuses, as docs/rules/ numbers it; empty where none does.
	Rule string
	// Figures are the facts of a rule's refusal as they are: numbers as numbers, lists as lists.
	Figures map[string]any
	// Legal is what the seat may do instead; nil where no rule refused a command.
	Legal *v1.LegalInstead
	// RetryAfter is when the same may be tried again; 0 where the server names no time.
	RetryAfter time.Duration

	cause *connect.Error
}

// Error has the reason, or else the code, and the message.
func (e *Error) Error() string {
	name := e.Reason
	if name == "" {
		name = strings.ToUpper(e.Code.String())
	}
	return fmt.Sprintf("%s: %s", name, e.Message)
}

// Unwrap is the error of Connect.
func (e *Error) Unwrap() error { return e.cause }

// Reason is that of an [Error] in err; empty without one.
func Reason(err error) string {
	var told *Error
	if errors.As(err, &told) {
		return told.Reason
	}
	return ""
}

// typed is the error with what its details say. Errors that are not Connect's stay as they are.
func typed(err error) error {
	var told *Error
	var cause *connect.Error
	if err == nil || errors.As(err, &told) || !errors.As(err, &cause) {
		return err
	}
	told = &Error{Code: cause.Code(), Message: cause.Message(), Facts: map[string]string{}, cause: cause}
	for _, detail := range cause.Details() {
		if value, err := detail.Value(); err == nil { // a type that this client does not know is passed over
			told.add(value)
		}
	}
	return told
}

func (e *Error) add(detail any) {
	switch detail := detail.(type) {
	case *errdetails.ErrorInfo:
		e.Reason = detail.GetReason()
		if detail.GetMetadata() != nil {
			e.Facts = detail.GetMetadata()
		}
	case *v1.LegalInstead:
		e.Legal = detail
	case *v1.Refusal:
		e.Rule, e.Figures = detail.GetRule(), detail.GetFacts().AsMap()
	case *errdetails.RetryInfo:
		e.RetryAfter = detail.GetRetryDelay().AsDuration()
	case *errdetails.LocalizedMessage:
		e.Says = detail.GetMessage()
	}
}
