import { Binario, DatosInvalidos, type ErrorDeCampo, isPlainObject, type Limits } from '@div/contract'
import {
  ANY_TYPE,
  type Attachments,
  type Codec,
  compileMessage,
  createCodec,
  type ElementCodec,
  type MessageCodec,
  type Port,
  type QName,
  type Wsdl,
  type WsdlHeader,
  type WsdlOperation,
  type XmlNode,
} from '@div/soap'
import { fieldsOfBody } from './describe-message.ts'

export interface CompiledOperation {
  operation: WsdlOperation
  input: MessageCodec
  /** Null: one-way. */
  output: MessageCodec | null
  /** The fields that its body takes. */
  campos: ReadonlySet<string>
  /** Parts that travel beside the envelope, with their media type. */
  adjuntos: ReadonlyMap<string, string>
  /** Of its answer. */
  adjuntosDeRespuesta: readonly string[]
  /** Header parts that it may be given, by their name. */
  headers: ReadonlyMap<string, ElementCodec>
  /** By the element that stands in an answer. */
  answerHeaders: ReadonlyMap<QName, HeaderField>
  /** What may stand in a detail, by its element. */
  faults: ReadonlyMap<QName, ElementCodec>
  codec: Codec
  /** Of what nobody declared. */
  readAnything(node: XmlNode): unknown
  declarations: string
}

interface HeaderField {
  campo: string
  codec: ElementCodec
}

/** Codecs of one port, each operation's made when it is first called and kept as long as the connection. */
export class OperationCompiler {
  readonly #schema: Wsdl['schema']
  readonly #limits: Limits
  readonly #operations: ReadonlyMap<string, WsdlOperation>
  readonly #compiled = new Map<string, CompiledOperation>()
  readonly #codecs = new Map<boolean, Codec>()

  constructor({ schema }: Wsdl, port: Port, limits: Limits) {
    this.#schema = schema
    this.#limits = limits
    this.#operations = operationsByName(port)
  }

  get(nombre: string): CompiledOperation {
    const known = this.#compiled.get(nombre)
    if (known) return known
    const operation = this.#operations.get(nombre)
    if (!operation) {
      const mensaje = sayMissingOperation(nombre)
      throw new DatosInvalidos(undefined, { errores: [{ campo: 'objeto.nombre', mensaje }] })
    }
    const compiled = this.#compile(operation)
    this.#compiled.set(nombre, compiled)
    return compiled
  }

  #compile(operation: WsdlOperation): CompiledOperation {
    const { name, style, input, output, faults } = operation
    const codec = this.#codecFor(input.use === 'encoded')
    const answering = output ? this.#codecFor(output.use === 'encoded') : codec
    const compiled = compileMessage(codec, { message: input, style, wrapper: name })
    const headers = input.headers.map((header): [string, ElementCodec] => [
      header.part.name,
      partCodec(codec, header),
    ])
    const anything = answering.part('detalle', ANY_TYPE)
    const campos = new Set(fieldsOfBody(input).map(({ nombre }) => nombre))
    const beside = input.attachments.filter(({ part }) => !campos.has(part))
    return {
      operation,
      input: compiled,
      output: output && compileMessage(answering, { message: output, style, wrapper: `${name}Response` }),
      campos,
      adjuntos: new Map(beside.map(({ part, contentTypes }) => [part, mediaTypeOf(contentTypes)])),
      adjuntosDeRespuesta: output?.attachments.map(({ part }) => part) ?? [],
      headers: new Map(headers),
      answerHeaders: new Map(
        (output?.headers ?? []).flatMap((header): [QName, HeaderField][] =>
          'element' in header.part
            ? [[header.part.element.name, { campo: header.part.name, codec: partCodec(answering, header) }]]
            : [],
        ),
      ),
      faults: new Map(
        faults.flatMap(({ part }): [QName, ElementCodec][] =>
          part && 'element' in part ? [[part.element.name, answering.element(part.element)]] : [],
        ),
      ),
      codec: answering,
      readAnything: (node) => anything.decode(node, answering.beginReading([], node)),
      declarations: compiled.declarations,
    }
  }

  #codecFor(encoded: boolean): Codec {
    const known = this.#codecs.get(encoded)
    if (known) return known
    const codec = createCodec({ schema: this.#schema, limits: this.#limits, encoded, facets: false })
    this.#codecs.set(encoded, codec)
    return codec
  }
}

/** A message of several kinds, or of any of one, is of bytes until somebody says more. */
function mediaTypeOf([first = '']: readonly string[]): string {
  return first.includes('*') || first === '' ? 'application/octet-stream' : first
}

function partCodec(codec: Codec, { part }: WsdlHeader): ElementCodec {
  return 'element' in part ? codec.element(part.element) : codec.part(part.name, part.type)
}

export function sayMissingOperation(nombre: string): string {
  return `El WSDL no tiene la operación «${nombre}». Elija otra, o actualice el WSDL del servidor.`
}

/** Overloaded ones (WSDL 1.1, 2.5) after the first with a number. */
export function operationsByName({ operations }: Port): Map<string, WsdlOperation> {
  const byName = new Map<string, WsdlOperation>()
  for (const operation of operations) {
    let nombre = operation.name
    for (let number = 2; byName.has(nombre); number++) nombre = `${operation.name}#${number}`
    byName.set(nombre, operation)
  }
  return byName
}

export interface Body {
  header: string
  body: string
}

/** The values of a call as they stand in the message: header parts by their name, all others in the body or, where they may, beside it. */
export function writeBody(
  { input, campos, headers, adjuntos, codec }: CompiledOperation,
  values: Readonly<Record<string, unknown>>,
  attachments: Attachments | null,
): Body {
  const errores: ErrorDeCampo[] = []
  const data: Record<string, unknown> = {}
  let header = ''
  for (const [nombre, value] of Object.entries(values)) {
    const own = campos.has(nombre) ? undefined : headers.get(nombre)
    if (!own) data[nombre] = value
    else if (value !== null && value !== undefined) header += own.encode(value, codec.beginWriting(errores))
  }
  // One parameter named as in REST is the whole body.
  const whole = campos.has('cuerpo') || Object.keys(data).length !== 1 ? undefined : data.cuerpo
  const fields = isPlainObject(whole) ? { ...whole } : data
  for (const [nombre, contentType] of adjuntos) {
    putBeside({ nombre, value: fields[nombre], contentType }, { errores, attachments })
    delete fields[nombre]
  }
  const body = input.encode(fields, errores, attachments ?? undefined)
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return { header, body }
}

/** A part of the message that its WSDL puts beside the envelope (WSDL 1.1, 5.4). */
function putBeside(
  { nombre, value, contentType }: { nombre: string; value: unknown; contentType: string },
  { errores, attachments }: { errores: ErrorDeCampo[]; attachments: Attachments | null },
): void {
  if (value === null || value === undefined) return
  const bytes = bytesOf(value, contentType)
  if (attachments && bytes) attachments.addNamed(nombre, bytes, contentType)
  else {
    const mensaje = bytes
      ? 'Viaja junto al sobre, y lo que este servidor envía va firmado.'
      : 'Se esperaba un contenido en base64.'
    errores.push({ campo: nombre, mensaje })
  }
}

const TEXT_TYPE = /^text\/|[/+]xml\b|\bjson\b/i

/** Undefined: it is no content. A text of a kind that is text is itself. */
function bytesOf(value: unknown, contentType: string): Uint8Array | undefined {
  if (value instanceof Binario) return value.bytes
  if (typeof value !== 'string') return undefined
  return TEXT_TYPE.test(contentType) ? Buffer.from(value) : Binario.parse(value)?.bytes
}
