import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

const refuse = () => Promise.reject(new Error('Error de conexión'))

test('without a network what is asked fails at once, and what is changed does not wait to happen later', async () => {
  onlineManager.setOnline(false)
  const query = new QueryObserver(queryClient, { queryKey: ['nada'], queryFn: refuse })
  expect((await query.refetch()).error?.message).toBe('Error de conexión')
  const mutation = new MutationObserver(queryClient, { mutationFn: refuse })
  await expect(mutation.mutate()).rejects.toThrow('Error de conexión')
})
