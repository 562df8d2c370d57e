import { Autocomplete, type AutocompleteProps } from '@mantine/core'

const USUALES = ['USD', 'EUR', 'GBP', 'MXN', 'COP', 'ARS', 'CLP', 'PEN', 'BRL']

/** A currency by its code: one of the usual ones, or any. */
export function MonedaField({ onChange, ...input }: Omit<AutocompleteProps, 'data' | 'label'>) {
  return (
    <Autocomplete
      {...input}
      label="Moneda"
      data={USUALES}
      onChange={(moneda) => onChange?.(moneda.toUpperCase())}
    />
  )
}
