export { convertir } from './convertir.ts'
