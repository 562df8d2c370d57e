import type { CambioDeHora } from '@div/contract'

const MINUTE_MS = 60_000

/** A change of the clock, and what the schedule does then, as two sentences. */
export function describeCambio({ momento, desfaseAntes, desfaseDespues, efecto, hora }: CambioDeHora): {
  reloj: string
  efecto: string
} {
  const desde = clockAt(momento, desfaseAntes)
  const hasta = clockAt(momento, desfaseDespues)
  const isForward = desfaseDespues > desfaseAntes
  return {
    reloj: `${isForward ? 'Se adelanta' : 'Se atrasa'} el reloj: ${span(desde, hasta)}.`,
    efecto: {
      ninguno: 'Este horario no lo nota.',
      festivo: 'Ese día no se trabaja.',
      intervalo: 'El intervalo sigue igual; lo que cambia es la hora que marca el reloj.',
      despues: isOne(hora)
        ? `La ${hora} no existe ese día: se dispara a ${withArticle(hasta)}.`
        : `Las ${hora} no existen ese día: se dispara a ${withArticle(hasta)}.`,
      seOmite: `Lo que toca ${span(desde, hasta)} no se dispara: esas horas no existen ese día.`,
      unaVez: `${isOne(hora) ? `La ${hora} llega` : `Las ${hora} llegan`} dos veces: se dispara solo la primera.`,
      dosVeces: `De ${withArticle(hasta)} a ${withArticle(desde)} se dispara dos veces: esas horas se repiten.`,
    }[efecto],
  }
}

/** One o'clock is the one hour that is singular. */
const isOne = (hora: string | null) => hora?.startsWith('01:') === true
const withArticle = (hora: string) => `${isOne(hora) ? 'la' : 'las'} ${hora}`
const span = (desde: string, hasta: string) => `de ${withArticle(desde)} a ${withArticle(hasta)}`

/** What a clock so many minutes from UTC shows. */
function clockAt(momento: string, desfase: number): string {
  return new Date(Date.parse(momento) + desfase * MINUTE_MS).toISOString().slice(11, 16)
}
