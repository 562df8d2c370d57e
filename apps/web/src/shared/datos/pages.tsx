import { Group, Pagination, Text } from '@mantine/core'

interface PagesProps {
  page: number
  pages: number
  /** What there is in all, or what this page holds of it. */
  total: string
  onChange: (page: number) => void
}

/** Which page of a value is looked at. Nothing when there is one only. */
export function Pages({ page, pages, total, onChange }: PagesProps) {
  if (pages === 1) return null
  return (
    <Group gap="sm">
      <Pagination
        size="xs"
        total={pages}
        value={Math.min(page, pages)}
        onChange={onChange}
        siblings={0}
        getControlProps={(control) => ({
          'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
        })}
      />
      <Text size="xs" c="dimmed">
        {total}
      </Text>
    </Group>
  )
}
