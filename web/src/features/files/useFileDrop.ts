import { useRef, useState, type DragEvent } from 'react'
import { carriesFiles, filesIn } from './files-in.ts'

/** What an area needs to accept dropped files. */
export interface FileDrop {
  /** Files are being dragged over the area. */
  isOver: boolean
  props: {
    onDragEnter: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/** Accepts files dropped on an area; ignores drags of text and links. */
export function useFileDrop(onFiles: (files: File[]) => void): FileDrop {
  const [isOver, setOver] = useState(false)
  // Entering a child leaves its parent: only the count shows whether the pointer is still inside.
  const depth = useRef(0)
  return {
    isOver,
    props: {
      onDragEnter(event) {
        if (!carriesFiles(event.dataTransfer)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      },
      onDragOver(event) {
        if (!carriesFiles(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeave(event) {
        if (!carriesFiles(event.dataTransfer)) return
        depth.current = Math.max(0, depth.current - 1)
        if (depth.current === 0) setOver(false)
      },
      onDrop(event) {
        if (!carriesFiles(event.dataTransfer)) return
        event.preventDefault()
        event.stopPropagation()
        depth.current = 0
        setOver(false)
        onFiles(filesIn(event.dataTransfer))
      },
    },
  }
}
