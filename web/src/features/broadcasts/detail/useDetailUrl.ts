import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { detailQuery, readDetailUrl, type DetailPart } from './detail-url.ts'

/** Reads what the page of a broadcast shows from the URL, and builds links to its other views. */
export function useDetailUrl() {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const url = useMemo(() => readDetailUrl(new URLSearchParams(text)), [text])
  return {
    url,
    linkTo: (part: DetailPart) => detailQuery(params, part),
    /** Changes the shown view in place, without a new entry in the history. */
    narrow: (part: DetailPart) =>
      setParams(new URLSearchParams(detailQuery(params, { ...url, ...part })), { replace: true }),
  }
}
