interface Place {
  /** Whom the petición calls. */
  tipo: 'canal' | 'externa'
  /** Undefined: not known yet. */
  hasCanales: boolean | undefined
  mayCreate: boolean
}

interface Nothing {
  title: string
  text: string
  /** The next step is a canal, and this person may make one. */
  leadsToCanal: boolean
}

/** What stands in the place of an answer before anything is sent: the next step. */
export function describeNothing({ tipo, hasCanales, mayCreate }: Place): Nothing {
  if (tipo === 'externa')
    return {
      title: 'Aquí aparece la respuesta',
      text: 'Escriba la dirección, revise los datos y pulse Enviar.',
      leadsToCanal: false,
    }
  if (hasCanales !== false)
    return {
      title: 'Aquí aparece la respuesta',
      text: 'Elija un canal y una de sus operaciones, revise los datos y pulse Enviar.',
      leadsToCanal: false,
    }
  const what = 'Un canal da a los procesos publicados una dirección a la que llamar.'
  return {
    title: 'Todavía no hay canales',
    text: mayCreate ? `${what} Cree el primero y vuelva para probarlo.` : `${what} Lo crea un administrador.`,
    leadsToCanal: mayCreate,
  }
}
