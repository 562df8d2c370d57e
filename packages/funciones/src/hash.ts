import { Binario } from '@div/contract'
import { cualquiera, defineFuncion, type FuncionContext, toTexto } from '@div/formula'
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const group = 'hash'
const encoder = new TextEncoder()

/** The bytes of a binary, or the UTF-8 of a text. */
function bytesOf(value: unknown, context: FuncionContext): Uint8Array {
  return value instanceof Binario ? value.bytes : encoder.encode(toTexto(value, context))
}

function digest(name: string, what: string, hash: (bytes: Uint8Array) => Uint8Array, expected: string) {
  return defineFuncion({
    name,
    group,
    summary: `La huella ${what} de un texto o un binario, en hexadecimal.`,
    args: { valor: cualquiera() },
    returns: 'texto',
    examples: [[`${name}("abc")`, expected]],
    run: ({ valor }, context) => bytesToHex(hash(bytesOf(valor, context))),
  })
}

function mac(
  name: string,
  what: string,
  hash: typeof sha256 | typeof sha512 | typeof sha1,
  expected: string,
) {
  return defineFuncion({
    name,
    group,
    summary: `El código de autenticación HMAC ${what} (RFC 2104) de un texto con una clave, en hexadecimal.`,
    args: { valor: cualquiera(), clave: cualquiera() },
    returns: 'texto',
    examples: [[`IZQUIERDA(${name}("what do ya want for nothing?"; "Jefe"); 16)`, expected]],
    run: ({ valor, clave }, context) =>
      bytesToHex(hmac(hash, bytesOf(clave, context), bytesOf(valor, context))),
  })
}

export const HASH = [
  digest('MD5', 'MD5 (RFC 1321; no sirve para seguridad)', md5, '900150983cd24fb0d6963f7d28e17f72'),
  digest('SHA1', 'SHA-1 (no sirve para seguridad)', sha1, 'a9993e364706816aba3e25717850c26c9cd0d89d'),
  digest('SHA256', 'SHA-256', sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'),
  digest(
    'SHA512',
    'SHA-512',
    sha512,
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ),
  mac('HMAC_SHA1', 'SHA-1', sha1, 'effcdf6ae5eb2fa2'),
  mac('HMAC_SHA256', 'SHA-256', sha256, '5bdcc146bf60754e'),
  mac('HMAC_SHA512', 'SHA-512', sha512, '164b7a7bfcf819e2'),
]
