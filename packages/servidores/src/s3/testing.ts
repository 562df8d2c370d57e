import { createHash, createHmac } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestArchivos } from '../archivos/testing.ts'

const ACCESS = 'AKIAPRUEBA'
const SECRET = 'secreto/de+prueba'
/** Keys of one page of a list, so that every list has several. */
const PAGE = 3

export interface TestS3 extends TestArchivos {
  /** The next requests are refused so, one each. */
  refuse(...answers: { status: number; codigo: string }[]): void
  /** From now on no piece tells the size of the whole. */
  hideTotals(hidden: boolean): void
  /** What it was asked, in order. */
  seen: { method: string; url: string; headers: IncomingHttpHeaders }[]
}

/**
 * A service that speaks the protocol of S3 over a folder: it computes each signature of version 4 anew, as AWS documents it, and refuses
 * one that is not the same. What it answers is written after the documented XML.
 */
export async function startS3(): Promise<TestS3> {
  const root = await mkdtemp(join(tmpdir(), 'div-s3-'))
  await mkdir(join(root, 'cubo'))
  const kinds = new Map<string, Record<string, string>>()
  const refusals: { status: number; codigo: string }[] = []
  const seen: TestS3['seen'] = []
  let hidesTotals = false
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers })
    const refusal = refusals.shift()
    const answer = refusal
      ? refuse(refusal.status, refusal.codigo)
      : await answerRequest(request, Buffer.concat(pieces), { root, kinds })
    const range = answer.headers['content-range']
    if (hidesTotals && range !== undefined) answer.headers['content-range'] = range.replace(/\/\d+$/, '/*')
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const puerto = typeof address === 'object' && address ? address.port : 0
  return {
    config: {
      puerto,
      endpoint: `http://127.0.0.1:${puerto}`,
      claveAcceso: ACCESS,
      claveSecreta: SECRET,
    },
    remota: '/cubo',
    carpeta: join(root, 'cubo'),
    seen,
    refuse: (...answers) => refusals.push(...answers),
    hideTotals(hidden) {
      hidesTotals = hidden
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(root, { recursive: true })
    },
  }
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

interface Store {
  root: string
  /** Content type and metadata, by path. */
  kinds: Map<string, Record<string, string>>
}

function xml(body: string, status = 200): Answer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  }
}

function refuse(status: number, codigo: string): Answer {
  return xml(
    `<Error><Code>${codigo}</Code><Message>It is ${codigo}</Message><RequestId>1</RequestId></Error>`,
    status,
  )
}

async function answerRequest(request: IncomingMessage, body: Buffer, store: Store): Promise<Answer> {
  const { method = '', headers } = request
  const url = new URL(request.url ?? '', `http://${headers.host}`)
  const wrong = findWrongSignature(request, url, body)
  if (wrong) return refuse(403, wrong)
  const [, bucket = '', ...rest] = url.pathname.split('/')
  const key = decodeURIComponent(rest.join('/'))
  if (bucket === '') return listBuckets(store)
  if (!(await exists(join(store.root, bucket)))) return refuse(404, 'NoSuchBucket')
  if (key === '') return method === 'HEAD' ? xml('') : listKeys(bucket, url.searchParams, store)
  const path = join(store.root, bucket, key)
  if (method === 'PUT') return put(path, key, request, body, store)
  if (!(await exists(path))) return method === 'DELETE' ? noContent() : refuse(404, 'NoSuchKey')
  if (method === 'DELETE') {
    await rm(path, { recursive: true })
    return noContent()
  }
  return get(path, headers, store)
}

function noContent(): Answer {
  return { status: 204, headers: {}, body: '' }
}

async function put(
  path: string,
  key: string,
  { headers }: IncomingMessage,
  body: Buffer,
  { root, kinds }: Store,
): Promise<Answer> {
  if (headers['if-none-match'] === '*' && (await exists(path))) return refuse(412, 'PreconditionFailed')
  if (key.endsWith('/')) {
    await mkdir(path, { recursive: true })
    return { status: 200, headers: { etag: '"carpeta"' }, body: '' }
  }
  await mkdir(dirname(path), { recursive: true })
  const source = headers['x-amz-copy-source']
  if (typeof source === 'string') {
    const from = join(root, decodeURIComponent(source))
    if (!(await exists(from))) return refuse(404, 'NoSuchKey')
    await copyFile(from, path)
    kinds.set(path, kinds.get(from) ?? {})
    return xml(
      `<CopyObjectResult><LastModified>2026-11-22T00:00:00.000Z</LastModified><ETag>&quot;copia&quot;</ETag></CopyObjectResult>`,
    )
  }
  await writeFile(path, body)
  kinds.set(
    path,
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'))
        .map(([name, value]) => [name, String(value)]),
    ),
  )
  return { status: 200, headers: { etag: etagOf(body) }, body: '' }
}

async function get(path: string, headers: IncomingHttpHeaders, { kinds }: Store): Promise<Answer> {
  const { mtime, mtimeMs, size } = await stat(path)
  const etag = `"${size}-${mtimeMs}"`
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return refuse(412, 'PreconditionFailed')
  const common = { ...kinds.get(path), etag, 'last-modified': mtime.toUTCString() }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (first === undefined || last === undefined)
    return { status: 200, headers: { ...common, 'content-length': String(size) }, body: await readFile(path) }
  const start = Number(first)
  const end = Math.min(Number(last) + 1, size)
  if (start >= size) return refuse(416, 'InvalidRange')
  return {
    status: 206,
    headers: { ...common, 'content-range': `bytes ${start}-${end - 1}/${size}` },
    body: await readRange(path, start, end),
  }
}

async function readRange(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    return buffer
  } finally {
    await file.close()
  }
}

async function listBuckets({ root }: Store): Promise<Answer> {
  const buckets = (await readdir(root)).map(
    (name) => `<Bucket><Name>${name}</Name><CreationDate>2026-01-02T03:04:05.000Z</CreationDate></Bucket>`,
  )
  return xml(`<ListAllMyBucketsResult><Buckets>${buckets.join('')}</Buckets></ListAllMyBucketsResult>`)
}

async function listKeys(bucket: string, query: URLSearchParams, { root }: Store): Promise<Answer> {
  const folder = join(root, bucket)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const keys = entries
    .map((entry) => {
      const path = join(entry.parentPath, entry.name).slice(folder.length + 1)
      return entry.isDirectory() ? `${path}/` : path
    })
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
      return end === -1 ? key : key.slice(0, end + 1)
    })
  const names = [...new Set(keys)].sort()
  const start = Number(query.get('continuation-token') ?? 0)
  const page = names.slice(start, start + PAGE)
  const isTruncated = start + PAGE < names.length
  const written = await Promise.all(
    page.map(async (name) => {
      if (delimiter !== null && name.endsWith('/') && name !== prefix)
        return `<CommonPrefixes><Prefix>${escapeXml(name)}</Prefix></CommonPrefixes>`
      const { size, mtime } = await stat(join(folder, name))
      const bytes = name.endsWith('/') ? 0 : size
      return `<Contents><Key>${escapeXml(name)}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${bytes}</Size></Contents>`
    }),
  )
  const next = isTruncated ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : ''
  return xml(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${written.join('')}</ListBucketResult>`,
  )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

/** The code of what is wrong; null: nothing. */
function findWrongSignature(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const { headers } = request
  const given = readAuthorization(headers, url)
  if (!given) return 'AccessDenied'
  const [access = '', day = '', region = '', service = ''] = given.credential.split('/')
  if (access !== ACCESS) return 'InvalidAccessKeyId'
  const payload = String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD')
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
  const canonical = [
    request.method,
    url.pathname,
    pairs.join('&'),
    ...given.signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    given.signedHeaders,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', given.date, scope, sha256(canonical)].join('\n')
  let key: Buffer = hmac(`AWS4${SECRET}`, day)
  for (const part of [region, service, 'aws4_request']) key = hmac(key, part)
  return hmac(key, toSign).toString('hex') === given.signature ? null : 'SignatureDoesNotMatch'
}

function readAuthorization(headers: IncomingHttpHeaders, { searchParams }: URL) {
  const signature = searchParams.get('X-Amz-Signature')
  if (signature !== null)
    return {
      credential: searchParams.get('X-Amz-Credential') ?? '',
      signedHeaders: searchParams.get('X-Amz-SignedHeaders') ?? '',
      date: searchParams.get('X-Amz-Date') ?? '',
      signature,
    }
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  if (!match) return null
  const [, credential = '', signedHeaders = '', given = ''] = match
  return { credential, signedHeaders, date: String(headers['x-amz-date']), signature: given }
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
