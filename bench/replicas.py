"""Services that share one Postgres measured: the turns of one and of two, and what a turn takes from the database."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine
from sqlalchemy.engine import URL

from bench.store import ROOT
from bench.turns import TOOL, Writer, script
from inkwright.agent.router import CHAT_ROUTE
from inkwright.application import Inkwright
from inkwright.artifacts.verification import register_checker
from inkwright.llm.models import Abilities, PieceListener, Reply, Request, ignore_piece
from inkwright.settings import load_settings
from tests.store.databases import PostgresServer, postgres_programs
