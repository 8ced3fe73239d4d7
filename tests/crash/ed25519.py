# SPDX-License-Identifier: Apache-2.0
"""Ed25519 signatures (RFC 8032), enough for a test's operator proof: slow, not constant-time."""
import hashlib

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
_Y = 4 * pow(5, P - 2, P) % P


def _recover_even_x(y):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return x if x % 2 == 0 else P - x


_X = _recover_even_x(_Y)
_BASE = (_X, _Y, 1, _X * _Y % P)


def _add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _compressed(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _secret(digest):
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254


def public_key(seed):
    """The 32 bytes of the public key to `seed` (32 bytes)."""
    return _compressed(_times(_secret(hashlib.sha512(seed).digest()), _BASE))


def sign(seed, message):
    """The 64 bytes of the signature with the key that `seed` stands for."""
    digest = hashlib.sha512(seed).digest()
    secret = _secret(digest)
    public = _compressed(_times(secret, _BASE))
    nonce = _number(digest[32:], message) % Q
    point = _compressed(_times(nonce, _BASE))
    challenge = _number(point, public, message) % Q
    return point + ((nonce + challenge * secret) % Q).to_bytes(32, "little")
