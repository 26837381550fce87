package turnledger

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
	"github.com/turnledger/turnledger-go/gen/turnledger/v1/turnledgerv1connect"
)

// The cost that the kit adds to a call: KIT_OVERHEAD=1 go test -count=1 -v -run Overhead . The same request by the
// generated client alone and through the kit, in turns, against a server in a process of its own; the processor time of
// this one.

const (
	overheadRounds = 41
	overheadCalls  = 200
	overheadServer = "KIT_OVERHEAD_SERVER"
)

type kept struct {
	turnledgerv1connect.UnimplementedViewsHandler
}

func (kept) GetBoard(context.Context, *v1.GetBoardRequest) (*v1.GetBoardResponse, error) {
	return &v1.GetBoardResponse{Snapshot: &v1.Snapshot{Version: 7, ToAct: []int32{0, 1}}}, nil
}

func TestOverheadServer(t *testing.T) {
	if os.Getenv(overheadServer) == "" {
		t.Skip("this is the process of TestOverhead")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	fmt.Println(listener.Addr())
	routes := http.NewServeMux()
	routes.Handle(turnledgerv1connect.NewViewsHandler(kept{}))
	check(t, http.Serve(listener, routes))
}

func TestOverhead(t *testing.T) {
	if os.Getenv("KIT_OVERHEAD") == "" {
		t.Skip("KIT_OVERHEAD is not set")
	}
	program := exec.Command(os.Args[0], "-test.run", "^TestOverheadServer$")
	program.Env = append(os.Environ(), overheadServer+"=1")
	said, err := program.StdoutPipe()
	check(t, err)
	check(t, program.Start())
	defer func() { _ = program.Process.Kill() }()
	var address string
	_, err = fmt.Fscanln(said, &address)
	check(t, err)
	ctx, url := t.Context(), "http://"+address
	request := &v1.GetBoardRequest{GameId: "a game", Parts: &v1.Parts{Board: true, Options: true}}
	bare := turnledgerv1connect.NewViewsClient(http.DefaultClient, url)
	store := NewMemoryStore()
	end := timestamppb.New(time.Now().Add(time.Hour))
	pair, err := proto.Marshal(&v1.Tokens{AccessToken: "a token", RefreshToken: "another", AccessExpireTime: end})
	check(t, err)
	check(t, store.Put(tokensKey, pair))
	me, err := New(url, Options{Store: store, HTTPClient: http.DefaultClient})
	check(t, err)
	asBare := func() error {
		limited, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		limited, call := connect.NewClientContext(limited)
		call.RequestHeader().Set("authorization", "Bearer a token")
		_, err := bare.GetBoard(limited, request)
		return err
	}
	asKit := func() error {
		_, err := me.Views.GetBoard(ctx, request)
		return err
	}
	ratios, floors := []float64{}, []float64{}
	for round := range overheadRounds + 1 {
		floor, told := perCall(t, asBare), perCall(t, asKit)
		if round > 0 { // the first warms
			ratios, floors = append(ratios, told/floor), append(floors, floor)
		}
	}
	slices.Sort(ratios)
	slices.Sort(floors)
	t.Logf("connect-go alone %.0f µs a call, with the kit %.3f of it", floors[len(floors)/2], ratios[len(ratios)/2])
}

// perCall is the processor time of this process in microseconds.
func perCall(t *testing.T, call func() error) float64 {
	before := processorTime(t)
	for range overheadCalls {
		check(t, call())
	}
	return float64((processorTime(t) - before).Microseconds()) / overheadCalls
}

func processorTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	check(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
