import { Alert, Anchor, Code, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useReach } from '../../shared/reach.ts'

/** Where tokens come from and how they are sent. */
export function TokensHint() {
  const reaches = useReach()
  const place = 'Tokens de Acceso'
  return (
    <Alert variant="light" color="gray" icon={<IconKey aria-hidden />} title="Quién puede llamar">
      <Text size="sm">
        Cree los tokens en{' '}
        {reaches('/tokens') ? (
          <Anchor component={Link} to="/tokens" size="sm">
            {place}
          </Anchor>
        ) : (
          place
        )}
        . Quien llama envía el suyo como <Code>Authorization: Bearer …</Code> o <Code>X-API-Key: …</Code>
      </Text>
    </Alert>
  )
}
