import type { Peticion } from './modelo-v4.ts'

type Mensaje = Peticion['prompt'][number]
type Parte<Rol extends Mensaje['role']> = Extract<Mensaje, { role: Rol }>['content'][number]

/** What is sent of a call, as the Responses API of OpenAI takes it. */
export function writePeticion(modelo: string, peticion: Peticion): Record<string, unknown> {
  const { prompt, maxOutputTokens, temperature, responseFormat, tools = [], toolChoice } = peticion
  const instructions = prompt.flatMap(({ role, content }) => (role === 'system' ? [content] : []))
  return {
    model: modelo,
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
    input: prompt.flatMap(writeMensaje),
    // Who asks tells all that was said each time: the service need not keep it, which it does unless it is told.
    store: false,
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(responseFormat?.type === 'json' && { text: { format: writeForma(responseFormat) } }),
    ...(tools.length > 0 && { tools: tools.flatMap(writeHerramienta) }),
    ...(toolChoice && toolChoice.type !== 'auto' && { tool_choice: writeEleccion(toolChoice) }),
  }
}

function writeForma({ schema, name }: Extract<Peticion['responseFormat'], { type: 'json' }>) {
  if (!schema) return { type: 'json_object' }
  return { type: 'json_schema', name: name ?? 'respuesta', schema, strict: true }
}

function writeHerramienta(tool: NonNullable<Peticion['tools']>[number]) {
  if (tool.type !== 'function') return []
  const { name, description, inputSchema: parameters } = tool
  // Strict unless it is told: it then refuses schemas of which not every field is required.
  return [{ type: 'function', name, ...(description && { description }), parameters, strict: false }]
}

function writeEleccion(choice: NonNullable<Peticion['toolChoice']>) {
  return choice.type === 'tool' ? { type: 'function', name: choice.toolName } : choice.type
}

function writeMensaje(mensaje: Mensaje): object[] {
  if (mensaje.role === 'system') return []
  if (mensaje.role === 'user') return [{ role: 'user', content: mensaje.content.flatMap(writeDelUsuario) }]
  if (mensaje.role === 'assistant') return mensaje.content.flatMap(writeDelAsistente)
  return mensaje.content.flatMap((parte) =>
    parte.type === 'tool-result'
      ? [{ type: 'function_call_output', call_id: parte.toolCallId, output: writeResultado(parte.output) }]
      : [],
  )
}

function writeDelUsuario(parte: Parte<'user'>): object[] {
  if (parte.type === 'text') return [{ type: 'input_text', text: parte.text }]
  const { data, mediaType } = parte
  if (data.type !== 'data' || !mediaType.startsWith('image/')) return []
  const base64 = typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64')
  return [{ type: 'input_image', image_url: `data:${mediaType};base64,${base64}` }]
}

function writeDelAsistente(parte: Parte<'assistant'>): object[] {
  if (parte.type === 'text')
    return [{ role: 'assistant', content: [{ type: 'output_text', text: parte.text }] }]
  if (parte.type !== 'tool-call') return []
  const { toolCallId: call_id, toolName: name, input } = parte
  return [{ type: 'function_call', call_id, name, arguments: JSON.stringify(input) }]
}

function writeResultado(output: Extract<Parte<'tool'>, { type: 'tool-result' }>['output']): string {
  return output.type === 'text' || output.type === 'error-text' ? output.value : JSON.stringify(output)
}
