// A plain server as a floor for ours: JSON over HTTP/1.1, games in memory, one INSERT a move, the answer after the
// commit, and each event to all who watch the match. `go_floor STORE` prints where it listens.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

const table = `CREATE TABLE IF NOT EXISTS events (match_id uuid, version int, data jsonb,
	at timestamptz DEFAULT now(), PRIMARY KEY (match_id, version))`
const insert = "INSERT INTO events (match_id, version, data) VALUES ($1, $2, $3)"

type move struct {
	Seat    int    `json:"seat"`
	Kind    string `json:"kind"`
	Amount  int    `json:"amount"`
	Version int    `json:"version"`
}

type event struct {
	Seat   int    `json:"seat"`
	Kind   string `json:"kind"`
	Amount int    `json:"amount"`
}

type match struct {
	sync.Mutex
	version, price int
	watchers       map[chan []byte]bool
}

var (
	matches sync.Map
	pool    *pgxpool.Pool
)

func find(r *http.Request) *match {
	found, _ := matches.LoadOrStore(r.PathValue("id"), &match{watchers: map[chan []byte]bool{}})
	return found.(*match)
}

func (m *match) refusal(given move) string {
	switch {
	case given.Version != m.version:
		return "stale"
	case given.Seat != m.version%2:
		return "not your turn"
	case given.Kind != "bid":
		return "no such move"
	case given.Amount <= m.price:
		return "bid too low"
	}
	return ""
}

func play(w http.ResponseWriter, r *http.Request) {
	var given move
	if err := json.NewDecoder(r.Body).Decode(&given); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m := find(r)
	m.Lock()
	defer m.Unlock()
	if why := m.refusal(given); why != "" {
		http.Error(w, why, http.StatusConflict)
		return
	}
	data, _ := json.Marshal(event{given.Seat, given.Kind, given.Amount})
	if _, err := pool.Exec(r.Context(), insert, r.PathValue("id"), m.version+1, data); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	m.version, m.price = m.version+1, given.Amount
	answer, _ := json.Marshal(map[string]any{"version": m.version, "event": json.RawMessage(data)})
	for watcher := range m.watchers {
		watcher <- answer
	}
	w.Header().Set("content-type", "application/json")
	w.Write(answer)
}

func watch(w http.ResponseWriter, r *http.Request) {
	m, told := find(r), make(chan []byte, 64)
	m.Lock()
	m.watchers[told] = true
	m.Unlock()
	defer func() {
		m.Lock()
		delete(m.watchers, told)
		m.Unlock()
	}()
	flusher := w.(http.Flusher)
	flusher.Flush()
	for {
		select {
		case line := <-told:
			w.Write(append(line[:len(line):len(line)], '\n'))
			flusher.Flush()
		case <-r.Context().Done():
			return
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	config, err := pgxpool.ParseConfig(os.Args[1])
	check(err)
	config.MaxConns = 20
	pool, err = pgxpool.NewWithConfig(context.Background(), config)
	check(err)
	_, err = pool.Exec(context.Background(), table)
	check(err)
	http.HandleFunc("POST /matches/{id}/moves", play)
	http.HandleFunc("GET /matches/{id}/watch", watch)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Printf("{\"grpc\": \"\", \"http\": %q}\n", listener.Addr().String())
	check(http.Serve(listener, nil))
}
