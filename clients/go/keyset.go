package turnledger

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
)

var (
	prime   = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	ofOrder = hexNumber("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7")
	weak    = []*big.Int{
		big.NewInt(0), big.NewInt(1), new(big.Int).Sub(prime, big.NewInt(1)), ofOrder, new(big.Int).Sub(prime, ofOrder),
	}
)

func hexNumber(digits string) *big.Int {
	told, _ := new(big.Int).SetString(digits, 16)
	return told
}

// readKeySet gives the Ed25519 keys of a server by their ids. It refuses a set that proves nothing.
func readKeySet(keySet string) (map[string]ed25519.PublicKey, error) {
	var set struct {
		Keys []struct{ Crv, X, Kid string }
	}
	if err := json.Unmarshal([]byte(keySet), &set); err != nil {
		return nil, &Fault{Code: "MALFORMED", Says: "no key set: " + err.Error()}
	}
	keys := map[string]ed25519.PublicKey{}
	for _, each := range set.Keys {
		if each.Crv != "Ed25519" {
			continue
		}
		key, err := base64.RawURLEncoding.Strict().DecodeString(each.X)
		if err != nil {
			return nil, &Fault{Code: "MALFORMED", Says: "a key that is not base 64"}
		}
		digest := sha256.Sum256(fmt.Appendf(nil, `{"crv":"Ed25519","kty":"OKP","x":"%s"}`, each.X))
		id := base64.RawURLEncoding.EncodeToString(digest[:])
		switch {
		case each.Kid != "" && each.Kid != id:
			return nil, &Fault{Code: "KEY_ID", Says: each.Kid + " is not the thumbprint of its key, " + id}
		case keys[id] != nil:
			return nil, &Fault{Code: "KEY_DOUBLED", Says: "the key " + id + " stands there twice"}
		case isWeak(key):
			return nil, &Fault{Code: "KEY_WEAK", Says: "of the key " + id + " every signature may be"}
		}
		keys[id] = key
	}
	return keys, nil
}

// isWeak returns whether a key is a point of small order, with which any party can sign, or another spelling of a
// point.
func isWeak(key []byte) bool {
	if len(key) != ed25519.PublicKeySize {
		return true
	}
	bigEndian := slices.Clone(key)
	slices.Reverse(bigEndian)
	bigEndian[0] &= 127
	y := new(big.Int).SetBytes(bigEndian)
	return y.Cmp(prime) >= 0 || slices.ContainsFunc(weak, func(each *big.Int) bool { return each.Cmp(y) == 0 })
}
