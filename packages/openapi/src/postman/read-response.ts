import type { Part } from '../documents/part.ts'
import type { RestOperation } from '../model.ts'
import { describeValue, parseExample } from './describe-value.ts'

/** What was answered when somebody kept an answer. */
export function readResponse(responses: Part): RestOperation['respuesta'] {
  const kept = responses.items()
  const success = kept.find((each) => {
    const { value } = each.get('code')
    return typeof value === 'number' && value >= 200 && value <= 299
  })
  const text = (success ?? kept[0])?.text('body') ?? ''
  const example = text.trim() === '' ? undefined : parseExample(text)
  return {
    cabeceras: [],
    cuerpo: example === undefined ? null : { nombre: 'cuerpo', ...describeValue(example) },
  }
}
