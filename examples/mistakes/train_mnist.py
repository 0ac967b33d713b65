"""Trains a small net on MNIST with PyTorch: three shape bugs, to see what `gnomon check` says."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

BATCH = 64


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=5)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=5)
        self.fc1 = nn.Linear(32 * 5 * 5, 128)
        self.digit = nn.Linear(128, 10)
        self.roundness = nn.Linear(128, 1)

    def forward(self, images):
        x = F.max_pool2d(F.relu(self.conv1(images)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        features = F.relu(self.fc1(x.flatten(1)))
        return self.digit(features), self.roundness(features)


def main():
    data = datasets.MNIST("data", train=True, download=True, transform=transforms.ToTensor())
    loader = DataLoader(data, batch_size=BATCH, shuffle=True)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for images, labels in loader:
        scores, roundness = net(images)
        is_round = ((labels == 0) | (labels == 8)).float()
        loss = F.cross_entropy(scores, labels) + F.mse_loss(roundness, is_round)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rows = images.view(BATCH, 784)
        brightness = rows.mean(dim=1)
        print(loss.item(), brightness.max().item())


if __name__ == "__main__":
    main()
