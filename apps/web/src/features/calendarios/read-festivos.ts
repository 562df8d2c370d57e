import type { Festivo } from '@div/contract'

/** A line of what is typed or pasted: a day, and what it is called. */
const LINE =
  /^(?:(?<iso>\d{4}-\d{1,2}-\d{1,2})|(?<day>\d{1,2})[/.-](?<month>\d{1,2})(?:[/.-](?<year>\d{4}))?)(?:[\s,;]+(?<nombre>.*))?$/
/** A leap year, so that 29 February can be of every year. */
const SOME_YEAR = '2024'

export interface FestivosLeidos {
  festivos: Festivo[]
  /** Lines that are no day, as they stand, with their numbers. */
  ilegibles: { linea: number; texto: string }[]
}

/** `25/12/2026 Navidad`, `2026-12-25;Navidad`, or for every year `25/12 Navidad`: a line each. */
export function readFestivos(text: string): FestivosLeidos {
  const festivos: Festivo[] = []
  const ilegibles: FestivosLeidos['ilegibles'] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const texto = line.trim()
    if (texto === '') continue
    const festivo = readLine(texto)
    if (festivo) festivos.push(festivo)
    else ilegibles.push({ linea: index + 1, texto })
  }
  return { festivos, ilegibles }
}

/** As `readFestivos` reads it. */
export function writeFestivos(festivos: readonly Festivo[]): string {
  return festivos
    .map(({ fecha, nombre, anual }) => {
      const [year, month, day] = fecha.split('-')
      return [anual ? `${day}/${month}` : `${day}/${month}/${year}`, nombre]
        .filter((part) => part !== '')
        .join(' ')
    })
    .join('\n')
}

function readLine(texto: string): Festivo | null {
  const groups = LINE.exec(texto)?.groups
  if (!groups) return null
  const [year = SOME_YEAR, month = '', day = ''] =
    groups.iso === undefined ? [groups.year, groups.month, groups.day] : groups.iso.split('-')
  const fecha = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const real = new Date(`${fecha}T00:00:00Z`)
  if (Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== fecha) return null
  const anual = groups.iso === undefined && groups.year === undefined
  return { fecha, nombre: (groups.nombre ?? '').trim(), anual }
}
