import { TagsInput } from '@mantine/core'
import { SectionCard } from '../../shared/form/section-card.tsx'
import type { TrazabilidadForm } from './trazabilidad-api.ts'

/** What is never kept of the data of runs, whatever their level. */
export function MascarasFields({ form: { draft, change, errors } }: { form: TrazabilidadForm }) {
  const said = (name: string) =>
    errors
      .filter(({ campo }) => campo.startsWith(name))
      .map(({ mensaje }) => mensaje)
      .join(' ')
  return (
    <SectionCard
      title="Qué se oculta"
      summary="Contraseñas, tokens y demás secretos se ocultan siempre. Lo que se añade aquí se oculta en lo que se guarde desde ahora; quien prueba un proceso ve sus propios datos."
    >
      <TagsInput
        label="Campos"
        data-campo="camposOcultos"
        description="Su valor se guarda como •••, estén donde estén. No importan mayúsculas ni guiones."
        placeholder="Escriba un nombre y pulse Intro, como numero_tarjeta"
        error={said('camposOcultos')}
        value={[...draft.camposOcultos]}
        onChange={(camposOcultos) => change({ camposOcultos })}
      />
      <TagsInput
        label="Textos"
        data-campo="patronesOcultos"
        description="Expresiones regulares (RE2). Lo que coincide se guarda como •••, también en los mensajes de error."
        placeholder="Escriba una expresión y pulse Intro, como [0-9]{13,16}"
        splitChars={[]}
        styles={{ inputField: { fontFamily: 'monospace' }, pill: { fontFamily: 'monospace' } }}
        error={said('patronesOcultos')}
        value={[...draft.patronesOcultos]}
        onChange={(patronesOcultos) => change({ patronesOcultos })}
      />
    </SectionCard>
  )
}
