import type { CambioDeHora } from '@div/contract'

const MINUTE_MS = 60_000

/** A change of the clock, and what the schedule does then, as two sentences. */
export function describeCambio({ momento, desfaseAntes, desfaseDespues, efecto, hora }: CambioDeHora): {
  reloj: string
  efecto: string
} {
  const [desde, hasta] = [desfaseAntes, desfaseDespues].map((desfase) => clockAt(momento, desfase))
  const isForward = desfaseDespues > desfaseAntes
  return {
    reloj: `${isForward ? 'Se adelanta' : 'Se atrasa'} el reloj: de las ${desde} a las ${hasta}.`,
    efecto: {
      ninguno: 'Este horario no lo nota.',
      festivo: 'Ese día no se trabaja.',
      intervalo: 'El intervalo sigue igual; lo que cambia es la hora que marca el reloj.',
      despues: `Las ${hora} no existen ese día: se dispara a las ${hasta}.`,
      seOmite: `Lo que toca de las ${desde} a las ${hasta} no se dispara: esas horas no existen ese día.`,
      unaVez: `Las ${hora} llegan dos veces: se dispara solo la primera.`,
      dosVeces: `De las ${hasta} a las ${desde} se dispara dos veces: esas horas se repiten.`,
    }[efecto],
  }
}

/** What a clock so many minutes from UTC shows. */
function clockAt(momento: string, desfase: number): string {
  return new Date(Date.parse(momento) + desfase * MINUTE_MS).toISOString().slice(11, 16)
}
