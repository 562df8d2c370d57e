import type { IncomingHttpHeaders } from 'node:http'
import type { Pedido, Turno } from './testing.ts'

/** One way of speaking to a service of models, as it goes over the wire. */
export interface Formato {
  /** How the paths end that speak so. */
  paths: readonly string[]
  /** How that ends at which vectors are asked for. */
  vectores: string
  streamType: string
  admits(headers: IncomingHttpHeaders, clave: string): boolean
  lastMessage(body: Pedido['body']): string
  problem(estado: number, mensaje: string): object
  list(modelos: readonly string[]): object
  embed(vectores: readonly number[][]): object
  whole(turno: Turno, body: Pedido['body']): object
  stream(turno: Turno, body: Pedido['body']): readonly string[]
  /** How a stream says that something went wrong after it had begun. */
  streamProblem(mensaje: string): string
}

const TOKENS = { entrada: 11, salida: 7 }

const openai: Formato = {
  paths: ['/v1/chat/completions', '/v1/embeddings', '/v1/models'],
  vectores: '/v1/embeddings',
  streamType: 'text/event-stream',
  admits: ({ authorization }, clave) => authorization === `Bearer ${clave}`,
  lastMessage: ({ messages }) => String(messages.at(-1).content),
  problem: (estado, message) => ({
    error: {
      message,
      type: 'invalid_request_error',
      param: null,
      code: estado === 404 ? 'model_not_found' : null,
    },
  }),
  list: (modelos) => ({
    object: 'list',
    data: modelos.map((id) => ({ id, object: 'model', created: 1, owned_by: 'pruebas' })),
  }),
  embed: (vectores) => ({
    object: 'list',
    model: 'texto-embed',
    data: vectores.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 5, total_tokens: 5 },
  }),
  whole: (turno, { model }) => ({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        finish_reason: openaiEnd(turno),
        message: {
          role: 'assistant',
          content: turno.texto ?? null,
          refusal: turno.negativa ?? null,
          ...(turno.herramientas && { tool_calls: openaiTools(turno) }),
        },
      },
    ],
    usage: openaiUsage(turno),
  }),
  stream(turno, { stream_options }) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      event({
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'chico',
        choices: [{ index: 0, delta, finish_reason }],
      })
    return [
      chunk({ role: 'assistant', content: '' }),
      ...piecesOf(turno).map((content) => chunk({ content })),
      ...(turno.negativa === undefined ? [] : [chunk({ refusal: turno.negativa })]),
      ...(turno.herramientas
        ? [chunk({ tool_calls: openaiTools(turno).map((call, index) => ({ index, ...call })) })]
        : []),
      chunk({}, openaiEnd(turno)),
      // Only for whoever asks for it.
      ...(stream_options?.include_usage
        ? [
            event({
              id: 'c1',
              object: 'chat.completion.chunk',
              created: 1,
              model: 'chico',
              choices: [],
              usage: openaiUsage(turno),
            }),
          ]
        : []),
      'data: [DONE]\n\n',
    ]
  },
  streamProblem: (message) => event({ error: { message, type: 'server_error', param: null, code: null } }),
}

function openaiEnd({ herramientas, cortado }: Turno): string {
  if (cortado) return 'length'
  return herramientas ? 'tool_calls' : 'stop'
}

function openaiTools({ herramientas = [] }: Turno) {
  return herramientas.map(({ nombre, argumentos }, at) => ({
    id: `call_${at}`,
    type: 'function',
    function: { name: nombre, arguments: writeArgumentos(argumentos) },
  }))
}

function openaiUsage({ tokens: { entrada, salida } = TOKENS }: Turno) {
  return { prompt_tokens: entrada, completion_tokens: salida, total_tokens: entrada + salida }
}

/** The other way of speaking to OpenAI. */
const responses: Formato = {
  ...openai,
  paths: ['/v1/responses'],
  vectores: '',
  lastMessage({ input }) {
    const { content, output } = input.at(-1)
    return String(output ?? content.at(-1).text)
  },
  whole: (turno, { model }) => ({
    ...responsesBody(turno, model),
    output: [
      { id: 'rs_1', type: 'reasoning', summary: [] },
      ...responsesMessage(turno),
      ...responsesTools(turno),
    ],
  }),
  stream(turno, { model }) {
    let sequence_number = 0
    const send = (data: { type: string; [name: string]: unknown }) =>
      `event: ${data.type}\n${event({ ...data, sequence_number: sequence_number++ })}`
    const begun = { ...responsesBody({}, model), status: 'in_progress', usage: null, output: [] }
    const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
    const said = { item_id: 'msg_1', output_index: 1, content_index: 0 }
    const output_text = { type: 'output_text', text: '', annotations: [] }
    return [
      send({ type: 'response.created', response: begun }),
      send({ type: 'response.in_progress', response: begun }),
      send({ type: 'response.output_item.added', output_index: 1, item: message }),
      send({ type: 'response.content_part.added', ...said, part: output_text }),
      ...piecesOf(turno).map((delta) => send({ type: 'response.output_text.delta', ...said, delta })),
      ...(turno.negativa === undefined
        ? []
        : [send({ type: 'response.refusal.delta', ...said, delta: turno.negativa })]),
      send({ type: 'response.output_item.done', output_index: 1, item: { ...message, status: 'completed' } }),
      ...responsesTools(turno).flatMap((item, at) => {
        const place = { item_id: item.id, output_index: at + 2 }
        const { arguments: whole } = item
        return [
          send({ type: 'response.output_item.added', ...place, item: { ...item, arguments: '' } }),
          send({ type: 'response.function_call_arguments.delta', ...place, delta: whole }),
          send({ type: 'response.function_call_arguments.done', ...place, arguments: whole }),
          send({ type: 'response.output_item.done', ...place, item }),
        ]
      }),
      send({
        type: turno.cortado ? 'response.incomplete' : 'response.completed',
        response: responsesBody(turno, model),
      }),
    ]
  },
  streamProblem: (message) =>
    `event: error\n${event({ type: 'error', code: 'server_error', message, param: null, sequence_number: 99 })}`,
}

function responsesBody({ cortado, tokens: { entrada, salida } = TOKENS }: Turno, model: string) {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model,
    status: cortado ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: cortado ? { reason: 'max_output_tokens' } : null,
    usage: {
      input_tokens: entrada,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: salida,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: entrada + salida,
    },
  }
}

function responsesMessage({ texto, negativa }: Turno) {
  const content = [
    ...(texto === undefined ? [] : [{ type: 'output_text', text: texto, annotations: [] }]),
    ...(negativa === undefined ? [] : [{ type: 'refusal', refusal: negativa }]),
  ]
  if (content.length === 0) return []
  return [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }]
}

function responsesTools({ herramientas = [] }: Turno) {
  return herramientas.map(({ nombre, argumentos }, at) => ({
    id: `fc_${at}`,
    type: 'function_call',
    call_id: `call_${at}`,
    name: nombre,
    arguments: writeArgumentos(argumentos),
    status: 'completed',
  }))
}

const anthropic: Formato = {
  paths: ['/anthropic/v1/messages', '/anthropic/v1/models'],
  vectores: '',
  streamType: 'text/event-stream',
  admits: (headers, clave) => headers['x-api-key'] === clave && headers['anthropic-version'] === '2023-06-01',
  lastMessage({ messages }) {
    const { text, content } = messages.at(-1).content.at(-1)
    return String(text ?? content)
  },
  problem: (estado, message) => ({
    type: 'error',
    error: { type: ANTHROPIC_TYPES[estado] ?? 'invalid_request_error', message },
  }),
  list: (modelos) => ({
    data: modelos.map((id) => ({
      type: 'model',
      id,
      display_name: `Modelo ${id}`,
      created_at: '2026-01-01T00:00:00Z',
    })),
    has_more: false,
    first_id: modelos[0],
    last_id: modelos.at(-1),
  }),
  embed: () => ({}),
  whole: (turno, { model }) => ({
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(turno.texto === undefined ? [] : [{ type: 'text', text: turno.texto }]),
      ...anthropicTools(turno),
    ],
    stop_reason: anthropicEnd(turno),
    stop_sequence: null,
    usage: anthropicUsage(turno),
  }),
  stream(turno) {
    const send = (data: { type: string; [name: string]: unknown }) => `event: ${data.type}\n${event(data)}`
    const { input_tokens, output_tokens } = anthropicUsage(turno)
    const message = {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'chico',
      content: [],
      stop_reason: null,
      stop_sequence: null,
    }
    return [
      send({ type: 'message_start', message: { ...message, usage: { input_tokens, output_tokens: 0 } } }),
      send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      ...piecesOf(turno).map((text) =>
        send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
      ),
      send({ type: 'content_block_stop', index: 0 }),
      ...anthropicTools(turno).flatMap(({ input, ...block }, at) => [
        send({ type: 'content_block_start', index: at + 1, content_block: { ...block, input: {} } }),
        send({
          type: 'content_block_delta',
          index: at + 1,
          delta: { type: 'input_json_delta', partial_json: writeArgumentos(input) },
        }),
        send({ type: 'content_block_stop', index: at + 1 }),
      ]),
      send({
        type: 'message_delta',
        delta: { stop_reason: anthropicEnd(turno), stop_sequence: null },
        usage: { output_tokens },
      }),
      send({ type: 'message_stop' }),
    ]
  },
  streamProblem: (message) =>
    `event: error\n${event({ type: 'error', error: { type: 'overloaded_error', message } })}`,
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function anthropicEnd({ herramientas, cortado, negativa }: Turno): string {
  if (negativa !== undefined) return 'refusal'
  if (cortado) return 'max_tokens'
  return herramientas ? 'tool_use' : 'end_turn'
}

function anthropicTools({ herramientas = [] }: Turno) {
  return herramientas.map(({ nombre, argumentos }, at) => ({
    type: 'tool_use',
    id: `tool_${at}`,
    name: nombre,
    input: argumentos,
  }))
}

function anthropicUsage({ tokens: { entrada, salida } = TOKENS }: Turno) {
  return { input_tokens: entrada, output_tokens: salida }
}

const ollama: Formato = {
  paths: ['/api/chat', '/api/embed', '/api/tags'],
  vectores: '/api/embed',
  streamType: 'application/x-ndjson',
  admits: () => true,
  lastMessage: ({ messages }) => String(messages.at(-1).content),
  problem: (_estado, error) => ({ error }),
  list: (modelos) => ({
    models: modelos.map((name) => ({
      name,
      model: name,
      size: 1,
      details: {
        format: 'gguf',
        family: name.includes('embed') ? 'nomic-bert' : 'llama',
        parameter_size: '3.2B',
        quantization_level: 'Q4_K_M',
      },
    })),
  }),
  embed: (embeddings) => ({
    model: 'texto-embed',
    embeddings,
    total_duration: 1,
    load_duration: 1,
    prompt_eval_count: 5,
  }),
  whole: (turno) => ollamaPiece(turno, turno.texto ?? turno.negativa ?? '', true),
  stream: (turno) => [
    ...piecesOf(turno).map((piece) => `${JSON.stringify(ollamaPiece({}, piece, false))}\n`),
    `${JSON.stringify(ollamaPiece(turno, '', true))}\n`,
  ],
  streamProblem: (error) => `${JSON.stringify({ error })}\n`,
}

function ollamaPiece(
  { herramientas, cortado, tokens: { entrada, salida } = TOKENS }: Turno,
  content: string,
  done: boolean,
) {
  return {
    model: 'chico',
    created_at: '2026-01-01T00:00:00Z',
    message: {
      role: 'assistant',
      content,
      ...(herramientas && {
        tool_calls: herramientas.map(({ nombre, argumentos }) => ({
          function: { name: nombre, arguments: argumentos },
        })),
      }),
    },
    done,
    ...(done && {
      done_reason: cortado ? 'length' : 'stop',
      prompt_eval_count: entrada,
      eval_count: salida,
      total_duration: 1,
    }),
  }
}

function writeArgumentos(argumentos: object | string): string {
  return typeof argumentos === 'string' ? argumentos : JSON.stringify(argumentos)
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** Words with the space that follows them. */
function piecesOf({ texto = '' }: Turno): string[] {
  return texto.match(/\S+\s*/g) ?? []
}

/** In their order: the path of one must not end as that of another does. */
export const FORMATOS: readonly Formato[] = [anthropic, openai, responses, ollama]
