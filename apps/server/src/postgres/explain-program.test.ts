import { expect, test } from 'vitest'
import { explainCrash, explainProgram } from './explain-program.ts'

const PREFIX = '2026-11-21 07:49:26.497 UTC [713]'
const folder = '/datos/postgres/datos'
const fallido = (motivo: string) => `El PostgreSQL incluido no puede arrancar: ${motivo}`
const lleno = `El disco de ${folder} está lleno. Libere espacio y arranque otra vez: lo guardado sigue ahí.`

test.each([
  [
    'a write that only went half-way',
    `${PREFIX} FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9
${PREFIX} HINT:  Check free disk space.
${PREFIX} PANIC:  cannot abort transaction 1, it was already committed
Aborted
child process exited with exit code 134`,
    lleno,
  ],
  ['a quota', `${PREFIX} FATAL:  could not write file "pg_wal/xlogtemp.9": Disk quota exceeded`, lleno],
  [
    'shared memory that is still in use',
    `${PREFIX} FATAL:  pre-existing shared memory block (key 5432, ID 7) is still in use
${PREFIX} HINT:  Terminate any old server processes associated with data directory "/datos".`,
    fallido('quedan procesos de un arranque anterior. Deténgalos y arranque otra vez.'),
  ],
  [
    'too little memory',
    `${PREFIX} FATAL:  could not map anonymous shared memory: Cannot allocate memory`,
    fallido('no hay memoria suficiente.'),
  ],
  [
    'a password that was changed',
    `${PREFIX} FATAL:  password authentication failed for user "div"`,
    fallido('su contraseña no es la que se guardó en el primer arranque.'),
  ],
  [
    'what nobody foresaw',
    `${PREFIX} LOG:  starting PostgreSQL
${PREFIX} FATAL:  the sky fell
${PREFIX} HINT:  Look up.
${PREFIX} LOG:  database system is shut down`,
    fallido(`terminó con el código 1: ${PREFIX} FATAL:  the sky fell`),
  ],
  ['nothing at all', '', fallido('terminó con el código 1.')],
])('%s is said in Spanish, with the own words as its cause', (_, complaints, message) => {
  const error = explainProgram({ folder, complaints, otherwise: 'terminó con el código 1' })
  expect(error).toMatchObject({ message, cause: { message: complaints || 'terminó con el código 1' } })
})

test.each([
  [
    'a full disk of the log',
    `${PREFIX} PANIC:  could not write to file "pg_wal/xlogtemp.32": No space left on device`,
    lleno,
  ],
  [
    'what a client met long before',
    `${PREFIX} ERROR:  could not extend file "base/5/16384": No space left on device
${PREFIX} HINT:  Check free disk space.`,
    'El PostgreSQL incluido se detuvo sin que se le pidiera: terminó con la señal SIGKILL.',
  ],
])('of a crash, %s is told from its cause', (_, complaints, message) => {
  const error = explainCrash({ folder, complaints, otherwise: 'terminó con la señal SIGKILL' })
  expect(error).toMatchObject({ message, cause: { message: complaints } })
})
