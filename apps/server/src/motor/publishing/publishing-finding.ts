/** Why an assignment of a canal does not answer. */
export interface PublishingFinding {
  canal: string
  /** Of a SOAP canal always POST. */
  metodo: string
  /** Of a SOAP canal the operation. */
  ruta: string
  motivo: string
}
