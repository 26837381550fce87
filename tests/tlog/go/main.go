// An independent check of our log: golang.org/x/mod, as Go's own checksum database uses it. Reads JSON from standard
// input, prints `ok`, or says what is wrong and exits 1.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Index int64
	Size  int64
	Root  string
	Leaf  string
	Path  []string
}

type consistency struct {
	Old     int64
	OldRoot string
	Size    int64
	Root    string
	Path    []string
}

type given struct {
	Vkey         string
	Checkpoint   string
	Entries      []string
	Inclusions   []inclusion
	Consistent   []consistency
	Inconsistent []consistency
}

func hash(text string) (h tlog.Hash) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw) != 32 {
		fail("no hash: %s", text)
	}
	copy(h[:], raw)
	return h
}

func hashes(texts []string) (all []tlog.Hash) {
	for _, text := range texts {
		all = append(all, hash(text))
	}
	return all
}

func fail(format string, args ...any) {
	fmt.Printf(format+"\n", args...)
	os.Exit(1)
}

func main() {
	var in given
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		fail("input: %v", err)
	}
	verifier, err := note.NewVerifier(in.Vkey)
	if err != nil {
		fail("vkey: %v", err)
	}
	opened, err := note.Open([]byte(in.Checkpoint), note.VerifierList(verifier))
	if err != nil {
		fail("note: %v", err)
	}
	lines := strings.Split(opened.Text, "\n")
	var stored []tlog.Hash
	read := tlog.HashReaderFunc(func(indexes []int64) (found []tlog.Hash, err error) {
		for _, index := range indexes {
			found = append(found, stored[index])
		}
		return found, nil
	})
	for index, entry := range in.Entries {
		more, err := tlog.StoredHashes(int64(index), []byte(entry), read)
		if err != nil {
			fail("stored: %v", err)
		}
		stored = append(stored, more...)
	}
	root, err := tlog.TreeHash(int64(len(in.Entries)), read)
	if err != nil || lines[1] != fmt.Sprint(len(in.Entries)) || hash(lines[2]) != root {
		fail("the checkpoint is not of the entries: %v", err)
	}
	for _, each := range in.Inclusions {
		leaf := tlog.RecordHash([]byte(each.Leaf))
		if err := tlog.CheckRecord(hashes(each.Path), each.Size, hash(each.Root), each.Index, leaf); err != nil {
			fail("inclusion %d/%d: %v", each.Index, each.Size, err)
		}
	}
	for _, each := range in.Consistent {
		if err := tlog.CheckTree(hashes(each.Path), each.Size, hash(each.Root), each.Old, hash(each.OldRoot)); err != nil {
			fail("consistency %d/%d: %v", each.Old, each.Size, err)
		}
	}
	for _, each := range in.Inconsistent {
		if tlog.CheckTree(hashes(each.Path), each.Size, hash(each.Root), each.Old, hash(each.OldRoot)) == nil {
			fail("consistency %d/%d was taken", each.Old, each.Size)
		}
	}
	fmt.Println("ok")
}
