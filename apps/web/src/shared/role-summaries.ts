import type { Role } from '@div/contract'

/** What each role may (spec, 6, and the contract for the resources that its table does not name). */
export const ROLE_SUMMARIES: Readonly<Record<Role, string>> = {
  admin: 'Puede todo, también usuarios, tokens y configuración.',
  operador:
    'Edita servidores y canales, crea y edita procesos, y trabaja con tablas, categorías y tareas programadas.',
  lectura: 'Ve todo menos los usuarios y la configuración; no cambia nada.',
}
