import { CopiaIlegible, FraseIncorrecta } from '@div/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { CABECERA_BYTES, llaveroOf } from './cabecera.ts'
import { openCopia, sealCopia } from './sobre.ts'

const FRASE = 'una frase de prueba'
/** As little as argon2id takes: what is looked at here is not how long guessing takes. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 }
const PART = 65_536

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}
const seal = (content: Buffer, frase = FRASE) => collect(sealCopia(frase, pieces(content, 1_000), CHEAP))
const open = (file: Buffer, frase = FRASE, size = 777) =>
  collect(openCopia(llaveroOf(frase), pieces(file, size)))

test.each([0, 1, PART - 1, PART, PART + 1, 3 * PART])('%i bytes come back as they were', async (length) => {
  const content = Buffer.from(Array.from({ length }, (_, index) => index % 251))
  const file = await seal(content)
  expect((await open(file)).equals(content)).toBe(true)
  expect((await open(file, FRASE, file.length)).equals(content)).toBe(true)
})

test('two copies of the same have nothing in common but their settings', async () => {
  const [one, other] = [await seal(Buffer.from('x')), await seal(Buffer.from('x'))]
  expect(one.subarray(0, 22).equals(other.subarray(0, 22))).toBe(true)
  expect(one.subarray(22).equals(other.subarray(22))).toBe(false)
})

test('another phrase opens nothing; the same one written with other code points does', async () => {
  const file = await seal(Buffer.from('secreto'), 'contraseña larga')
  await expect(open(file, 'contraseña largo')).rejects.toThrow(FraseIncorrecta)
  expect(String(await open(file, 'contraseña larga'.normalize('NFD')))).toBe('secreto')
})

describe('a file that is not as it was written is refused', () => {
  let file: Buffer
  beforeAll(async () => {
    file = await seal(Buffer.alloc(PART + 5_000, 'datos '))
  })

  test('whichever bit is turned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(7), async (index, bit) => {
        const changed = Buffer.from(file)
        changed[index] = (changed[index] ?? 0) ^ (1 << bit)
        await expect(open(changed)).rejects.toThrow(CopiaIlegible)
      }),
      { numRuns: 300 },
    )
  })

  test('each bit of its header', async () => {
    for (let index = 0; index < CABECERA_BYTES; index++) {
      const changed = Buffer.from(file)
      changed[index] = (changed[index] ?? 0) ^ 1
      await expect(open(changed)).rejects.toThrow(CopiaIlegible)
    }
  })

  test('wherever it is cut off', async () => {
    const seam = CABECERA_BYTES + PART + 16
    for (const length of [0, 5, CABECERA_BYTES, seam - 1, seam, seam + 1, file.length - 1]) {
      await expect(open(file.subarray(0, length))).rejects.toThrow(CopiaIlegible)
    }
  })

  test('with something behind it, with a part twice or in another place', async () => {
    const head = file.subarray(0, CABECERA_BYTES)
    const first = file.subarray(CABECERA_BYTES, CABECERA_BYTES + PART + 16)
    const last = file.subarray(CABECERA_BYTES + PART + 16)
    for (const parts of [
      [file, 'x'],
      [head, first, first, last],
      [head, last],
      [head, last, first],
    ]) {
      await expect(open(Buffer.concat(parts.map((part) => Buffer.from(part))))).rejects.toThrow(CopiaIlegible)
    }
  })

  test('with the header of another copy made with the same phrase', async () => {
    const other = await seal(Buffer.from('otra'))
    const mixed = Buffer.concat([other.subarray(0, CABECERA_BYTES), file.subarray(CABECERA_BYTES)])
    await expect(open(mixed)).rejects.toThrow(CopiaIlegible)
  })

  test('when it is something else', async () => {
    await expect(open(Buffer.from('PK\u0003\u0004 un zip cualquiera '.repeat(10)))).rejects.toThrow(
      'no es una copia de DIV',
    )
  })

  test('when opening it would tie up the product', async () => {
    const greedy = Buffer.from(file)
    greedy.writeUInt32BE(0x7fffffff, 10)
    await expect(open(greedy)).rejects.toThrow(CopiaIlegible)
  })
})
