export * from './define-servidor.ts'
export * from './interno/interno-ports.ts'
