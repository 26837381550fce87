package turnledger

import "testing"

// repository is its root, as seen from the tests.
const repository = "../.."

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
