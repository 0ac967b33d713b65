"""The high-level layer of ``gn.nn``: modules, optimizers, training and checkpoints, over symbolic arrays.

Read it in this order: `module` and `tree` (what a module is), `dense` to `containers` (the layers), `running` (training
and inference), `optimizers` and `adaptive`, `fitting`. ``gn.nn`` loads it on first use.
"""

from gnomon.networks import initialisers, metrics, regularisers, schedules
from gnomon.networks.adaptive import SGD, Adadelta, Adagrad, Adam, AdamW, Lion, RMSProp
from gnomon.networks.attention import MultiHeadAttention, TransformerBlock
from gnomon.networks.callbacks import Checkpoint, EarlyStopping
from gnomon.networks.checkpoints import load, save
from gnomon.networks.containers import Residual, Sequential
from gnomon.networks.convolutional import AvgPool, Conv, ConvTranspose, Flatten, GlobalPool, MaxPool
from gnomon.networks.dense import Dense, Embedding
from gnomon.networks.fitting import History, fit
from gnomon.networks.module import Module
from gnomon.networks.noise import Dropout, GaussianNoise
from gnomon.networks.norms import BatchNorm, GroupNorm, LayerNorm, RMSNorm
from gnomon.networks.optimizers import Optimizer, clipped_by_norm
from gnomon.networks.predicting import evaluate, predict
from gnomon.networks.recurrent import GRU, LSTM, RNN
from gnomon.networks.running import inference, training

__all__ = [
    "GRU", "LSTM", "RNN", "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "AvgPool", "BatchNorm", "Checkpoint", "Conv",
    "ConvTranspose", "Dense", "Dropout", "EarlyStopping", "Embedding", "Flatten", "GaussianNoise", "GlobalPool",
    "GroupNorm", "History", "LayerNorm", "Lion", "MaxPool", "Module", "MultiHeadAttention", "Optimizer", "RMSNorm",
    "RMSProp", "Residual", "Sequential", "TransformerBlock", "clipped_by_norm", "evaluate", "fit", "inference",
    "initialisers", "load", "metrics", "predict", "regularisers", "save", "schedules", "training",
]  # fmt: skip
