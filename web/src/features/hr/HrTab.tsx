import { useRef } from 'react'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { useHrOverviewQuery } from './api.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import { ExpectedFiles } from './ExpectedFiles.tsx'
import { FieldsCard } from './FieldsCard.tsx'
import { ColumnsCard } from './ColumnsCard.tsx'
import { FilesCard } from './FilesCard.tsx'
import { useHrFilesQuery } from './files-api.ts'
import { ReviewCard } from './ReviewCard.tsx'
import { ScimCard } from './ScimCard.tsx'
import { SyncsCard } from './SyncsCard.tsx'
import { WelcomeCard } from './WelcomeCard.tsx'

/** The HR system: its connection, a sync that waits, how people become contacts, and the last syncs. */
export function HrTab() {
  const { data, isError, refetch } = useHrOverviewQuery()
  const latest = useRef<HTMLDivElement>(null)
  if (!data) return isError ? <StatePanel kind="error" onRetry={() => void refetch()} /> : <SkeletonRows count={4} />
  const { connection, syncs, settings, sourceFields } = data
  const review = syncs.find(({ state }) => state === 'review')
  return (
    <>
      <ConnectionCard overview={data} />
      {connection && review && (
        <ReviewCard
          key={`${review.id} ${review.comparedAt}`}
          sync={review}
          system={connection.system}
          welcome={settings.welcome}
          onDecided={() => latest.current?.focus()}
        />
      )}
      {connection?.source === 'scim' && <ScimCard />}
      {connection?.source === 'file' && <Files key={`files-${connection.connectedAt}`} />}
      {connection?.source === 'file' && (
        <ExpectedFiles key={`expected-${connection.connectedAt}`} settings={settings} />
      )}
      {connection && (
        <FieldsCard
          key={connection.connectedAt}
          settings={settings}
          source={connection.source}
          sourceFields={sourceFields}
        />
      )}
      {connection && <WelcomeCard settings={settings} />}
      {syncs.length > 0 && (
        <div ref={latest} tabIndex={-1}>
          <SyncsCard syncs={syncs} />
        </div>
      )}
    </>
  )
}

function Files() {
  const { data, isError, refetch } = useHrFilesQuery()
  if (!data) return isError ? <StatePanel kind="error" onRetry={() => void refetch()} /> : <SkeletonRows count={4} />
  const { columns } = data
  return (
    <>
      <FilesCard files={data} />
      {columns && <ColumnsCard key={JSON.stringify(columns)} files={data} saved={columns} />}
    </>
  )
}
