interface HelpPlace {
  /** Of the whole form. */
  help: string
  root: string
  /** Where the field stands in what is sent: `config.columnas[2].nombre`. */
  campo: string
}

/** Where a field is explained: below its form's own place, by its path; whichever item of a list it is in. */
export function helpAddress({ help, root, campo }: HelpPlace): string {
  const path = root === '' ? campo : campo.slice(root.length + 1)
  return path === '' ? help : `${help}.${path.replace(/\[\d+\]/g, '[]')}`
}
