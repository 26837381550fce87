package turnledger

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
)

// Store keeps what must outlive the program: tokens, requests that are not answered yet, the player's own chance.
// It is used from several goroutines. Keep it as you keep a password.
type Store interface {
	// Get returns the value, or nil without one.
	Get(key string) ([]byte, error)
	// Put returns when the value would be found after a crash.
	Put(key string, value []byte) error
	// Delete takes the value away, if there is one.
	Delete(key string) error
	// Keys are those that begin with prefix, in order.
	Keys(prefix string) ([]string, error)
}

// MemoryStore forgets everything with the program.
type MemoryStore struct {
	mutex  sync.Mutex
	values map[string][]byte
}

// NewMemoryStore is an empty one.
func NewMemoryStore() *MemoryStore { return &MemoryStore{values: map[string][]byte{}} }

// Get implements [Store].
func (s *MemoryStore) Get(key string) ([]byte, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.values[key], nil
}

// Put implements [Store].
func (s *MemoryStore) Put(key string, value []byte) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.values[key] = value
	return nil
}

// Delete implements [Store].
func (s *MemoryStore) Delete(key string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.values, key)
	return nil
}

// Keys implements [Store].
func (s *MemoryStore) Keys(prefix string) ([]string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := []string{}
	for key := range s.values {
		if strings.HasPrefix(key, prefix) {
			found = append(found, key)
		}
	}
	sort.Strings(found)
	return found, nil
}

// FileStore is a folder with a file for each value, which only its owner may read. One program at a time uses it.
type FileStore struct{ folder string }

// NewFileStore uses a folder, which it makes if it does not exist.
func NewFileStore(folder string) (*FileStore, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return &FileStore{folder}, nil
}

// Get implements [Store].
func (s *FileStore) Get(key string) ([]byte, error) {
	value, err := os.ReadFile(s.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return value, err
}

// Put implements [Store]: a new file takes the old one's place whole, or not at all.
func (s *FileStore) Put(key string, value []byte) error {
	file, err := os.CreateTemp(s.folder, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // is gone where all went well
	_, err = file.Write(value)
	err = errors.Join(err, file.Sync(), file.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(file.Name(), s.path(key)); err != nil {
		return err
	}
	return s.sync()
}

// sync makes a new name durable, where folders can be synced.
func (s *FileStore) sync() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(s.folder)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Delete implements [Store].
func (s *FileStore) Delete(key string) error {
	if err := os.Remove(s.path(key)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Keys implements [Store].
func (s *FileStore) Keys(prefix string) ([]string, error) {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return nil, err
	}
	found := []string{}
	for _, entry := range entries {
		key, err := hex.DecodeString(entry.Name())
		if err == nil && strings.HasPrefix(string(key), prefix) {
			found = append(found, string(key))
		}
	}
	sort.Strings(found)
	return found, nil
}

// path has a name that every file system takes, whatever the key.
func (s *FileStore) path(key string) string {
	return filepath.Join(s.folder, hex.EncodeToString([]byte(key)))
}
