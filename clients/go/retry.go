package turnledger

import (
	"context"
	"errors"
	"io"
	"time"

	"connectrpc.com/connect"
)

// Times are the waiting times of a client. [DefaultTimes] fits nearly all programs.
type Times struct {
	// Attempt is the deadline of one attempt of a call.
	Attempt time.Duration
	// Patience is how long a call is tried again, where its context has no deadline of its own.
	Patience time.Duration
	// PauseFirst and PauseMax bound the growing pauses between attempts.
	PauseFirst, PauseMax time.Duration
	// Silence is after how long without a message a stream is taken for dead. The server sends one every 15 seconds.
	Silence time.Duration
	// Ahead is how long before its end an access token is exchanged for a new one.
	Ahead time.Duration
}

// DefaultTimes are those that the documentation of the API names.
var DefaultTimes = Times{
	Attempt:    10 * time.Second,
	Patience:   time.Minute,
	PauseFirst: 200 * time.Millisecond,
	PauseMax:   30 * time.Second,
	Silence:    30 * time.Second,
	Ahead:      time.Minute,
}

// final are the codes that are final although no server gave a reason.
var final = map[connect.Code]bool{
	connect.CodeUnimplemented:      true,
	connect.CodeResourceExhausted:  true,
	connect.CodeInvalidArgument:    true,
	connect.CodeUnauthenticated:    true,
	connect.CodePermissionDenied:   true,
	connect.CodeNotFound:           true,
	connect.CodeAlreadyExists:      true,
	connect.CodeFailedPrecondition: true,
	connect.CodeOutOfRange:         true,
}

// renewable are the reasons for which an access token is renewed.
func renewable(err error) bool {
	reason := Reason(err)
	return reason == "TOKEN_EXPIRED" || reason == "TOKEN_INVALID" || reason == "TOKEN_REVOKED"
}

// signedOut says that the server takes the tokens no more. A proxy's 401, which has no reason, says nothing about them.
func signedOut(err error) bool {
	var told *Error
	return errors.As(err, &told) && told.Code == connect.CodeUnauthenticated && told.Reason != ""
}

// again says whether the same request may be sent once more: by the reason first; what has none comes from a library, a
// proxy or the network.
func again(err error) bool {
	var told *Error
	if !errors.As(err, &told) {
		return false
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || told.Code == connect.CodeInvalidArgument && !connect.IsWireError(err) {
		return true // an answer ended in the middle of a message: connect-go's own INVALID_ARGUMENT, which no server said
	}
	if told.Reason != "" {
		return told.Code == connect.CodeUnavailable || told.Reason == "TOO_LATE"
	}
	return !final[told.Code]
}

// pause is how long to wait after so many pauses: at least as the server says, else full jitter. random is from 0 to 1.
func (t Times) pause(err error, pauses int, random float64) time.Duration {
	most := t.PauseMax
	if pauses < 20 {
		most = min(most, t.PauseFirst<<pauses)
	}
	scattered := time.Duration(random * float64(most))
	var told *Error
	if errors.As(err, &told) && told.RetryAfter > 0 {
		return told.RetryAfter + min(scattered, told.RetryAfter/10)
	}
	return scattered
}

// sleep waits, or returns the context's error.
func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// stays returns whether the request was not judged: the server is unavailable or busy, or does not know the caller.
func stays(err error) bool {
	code := connect.CodeOf(err)
	return again(err) || code == connect.CodeUnauthenticated || code == connect.CodeResourceExhausted && Reason(err) != ""
}
