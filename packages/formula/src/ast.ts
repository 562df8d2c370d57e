export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'Y'
  | 'O'

/** A parsed formula. `desde` and `hasta` are UTF-16 offsets in its text. */
export type Ast = { desde: number; hasta: number } & (
  | { clase: 'literal'; valor: string | boolean | null }
  /** Of more than 15 digits: the exact text. */
  | { clase: 'numero'; valor: number | string }
  | { clase: 'referencia'; nombre: string }
  | { clase: 'propiedad'; objeto: Ast; nombre: string }
  | { clase: 'indice'; objeto: Ast; clave: Ast }
  | { clase: 'lista'; elementos: Ast[] }
  | { clase: 'objeto'; pares: { nombre: string; valor: Ast }[] }
  | { clase: 'negativo'; valor: Ast }
  | { clase: 'no'; valor: Ast }
  /** `signo`: where the operator is written. */
  | { clase: 'binario'; operador: BinaryOperator; signo: number; izquierda: Ast; derecha: Ast }
  | { clase: 'llamada'; nombre: string; argumentos: Ast[] }
)
