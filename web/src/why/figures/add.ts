// Overlaps of words and positions by the width of vectors: screen 5 of the lesson.

export { add as figure } from '../../start/screens/add.js';
