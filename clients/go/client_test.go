package turnledger

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"reflect"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	v1 "github.com/turnledger/turnledger-go/gen/turnledger/v1"
)

func TestAFileStoreHasAfterARestartWhatWasPut(t *testing.T) {
	folder := t.TempDir()
	store, err := NewFileStore(folder)
	check(t, err)
	check(t, store.Put("request/Ä b", []byte("one")))
	check(t, store.Put("request/Ä b", []byte("two")))
	check(t, store.Put("tokens", []byte("three")))
	check(t, store.Delete("nothing"))
	again, err := NewFileStore(folder)
	check(t, err)
	value, err := again.Get("request/Ä b")
	check(t, err)
	keys, err := again.Keys("request/")
	check(t, err)
	if string(value) != "two" || len(keys) != 1 || keys[0] != "request/Ä b" {
		t.Errorf("%q %q", value, keys)
	}
	check(t, again.Delete("tokens"))
	if value, err = again.Get("tokens"); err != nil || value != nil {
		t.Errorf("%q %v", value, err)
	}
	files, err := os.ReadDir(folder)
	check(t, err)
	if len(files) != 1 {
		t.Errorf("%d files", len(files))
	}
}

func TestWhoSitsDownBringsAChanceOfTheirOwn(t *testing.T) {
	for _, sits := range []*v1.CreateTableRequest{{Join: true}, {}, {Join: true, RequestId: "mine"}} {
		wanted := sits.GetJoin() && sits.GetRequestId() == ""
		complete(sits)
		if (len(sits.GetNonce()) == 2*nonceBytes) != wanted || sits.GetRequestId() == "" {
			t.Error(sits)
		}
	}
}

func TestAChanceIsHeldToWhatIsRevealed(t *testing.T) {
	digest := sha256.Sum256([]byte{0xab})
	bound := &v1.Table{GameId: "g", Commitment: hex.EncodeToString(digest[:])}
	chances := &Chances{store: NewMemoryStore()}
	check(t, chances.learn(&v1.JoinTableRequest{Nonce: "cd"}, bound))
	kept, err := chances.Of("g")
	check(t, err)
	for revealed, right := range map[*v1.TableEvent_SecretRevealed]bool{
		{Secret: "ab", Nonces: []string{"00", "cd"}}: true,
		{Secret: "ac", Nonces: []string{"00", "cd"}}: false,
		{Secret: "ab", Nonces: []string{"cd", "00"}}: false,
		{Secret: "ab", Nonces: []string{"00"}}:       false,
		{Secret: "no", Nonces: []string{"00", "cd"}}: false,
	} {
		if err := kept.Check(revealed, 1); (err == nil) != right {
			t.Error(revealed, err)
		}
	}
	other := proto.CloneOf(bound)
	other.Commitment = "another"
	var mismatch *ChanceMismatch
	if err := chances.learn(&v1.GetTableRequest{}, other); !errors.As(err, &mismatch) {
		t.Error(err)
	}
}

func TestACommandGivenOfflineNamesItsVersion(t *testing.T) {
	client, err := New("http://127.0.0.1:1", Options{})
	check(t, err)
	if err := client.Queue.Add(&v1.SubmitRequest{GameId: "g"}); !errors.Is(err, ErrNoVersion) {
		t.Error(err)
	}
	for version := range int32(12) {
		check(t, client.Queue.Add(&v1.SubmitRequest{GameId: "g", ExpectedVersion: &version}))
	}
	waiting, err := client.Queue.Waiting("g")
	check(t, err)
	for number, request := range waiting {
		if request.GetExpectedVersion() != int32(number) {
			t.Fatal(fmt.Sprint(waiting))
		}
	}
}

func TestABoardShowsTheNewest(t *testing.T) {
	board := &Board{}
	none, newer := board.Now()
	board.Saw(&v1.Snapshot{Version: 7})
	<-newer
	board.Saw(&v1.Snapshot{Version: 6})
	board.Saw(nil)
	if now, _ := board.Now(); none != nil || now.GetVersion() != 7 {
		t.Error(none, now)
	}
}

func TestAClientHasEveryService(t *testing.T) {
	services := 0
	protoregistry.GlobalFiles.RangeFilesByPackage("turnledger.v1", func(file protoreflect.FileDescriptor) bool {
		for number := range file.Services().Len() {
			services++
			name := string(file.Services().Get(number).Name())
			if _, has := reflect.TypeFor[Client]().FieldByName(name); !has {
				t.Error(name)
			}
		}
		return true
	})
	if services < 10 {
		t.Error(services)
	}
}
