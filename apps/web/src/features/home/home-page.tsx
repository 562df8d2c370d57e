import { Stack } from '@mantine/core'
import { useMetricas } from '../../shared/metricas/use-metricas.ts'
import { HomeHero } from './home-hero.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { SystemMetrics } from './system-metrics.tsx'

export default function HomePage() {
  const { isPending } = useMetricas()
  return (
    <Stack gap={32}>
      <HomeHero />
      <QuickActions />
      <SystemMetrics />
      {/* Before it is known whether there are metrics it would have to move. */}
      {!isPending && <RecentActivity />}
    </Stack>
  )
}
