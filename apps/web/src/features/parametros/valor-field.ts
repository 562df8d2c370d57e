import type { TipoDato } from '@div/contract'
import type { FormSchema } from '@div/ui'

const SCHEMAS: Readonly<Record<TipoDato, FormSchema>> = {
  texto: { type: 'string', maxLength: 100_000, default: '' },
  entero: { type: 'integer' },
  decimal: { type: 'number' },
  booleano: { type: 'boolean' },
  fecha: { type: 'string', format: 'date' },
  fechaHora: { type: 'string', format: 'date-time' },
  objeto: {},
  lista: {},
  binario: { type: 'string', maxLength: 100_000, description: 'En base64.' },
  cualquiera: {},
}

/** The form of a value by its type; a secret one is only written. */
export function valorSchema({ tipo, secreto }: { tipo: TipoDato; secreto: boolean }): FormSchema {
  const valor = { ...SCHEMAS[tipo], title: 'Valor' }
  return {
    type: 'object',
    properties: { valor: secreto ? { type: 'string', title: 'Valor', 'x-secret': true } : valor },
  }
}

const YES_NO: Readonly<Record<string, string>> = { true: 'Sí', false: 'No' }

/** In one line of a list. */
export function describeValor({ valor, secreto }: { valor: unknown; secreto: boolean }): string {
  if (secreto) return '••••••••'
  if (valor === null || valor === undefined) return '–'
  if (typeof valor === 'boolean') return YES_NO[String(valor)] ?? ''
  return typeof valor === 'string' ? valor : JSON.stringify(valor)
}
