// The script of the pages of questions.

import '../shell/english.js';
import './why.css';
import { startPlainPage } from '../shell/plain-page.js';
import { startFigures } from './live.js';

startPlainPage();
startFigures();
